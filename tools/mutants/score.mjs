/** Counts of a mutation report, in Stryker's report format (mutation-testing-report-schema). */

const noticed = new Set(['Killed', 'Timeout', 'RuntimeError', 'CompileError'])
const missed = new Set(['Survived', 'NoCoverage'])

/** Mutants of a report with their file; those of `files` only, where given. Ignored ones count nowhere. */
function mutantsOf(report, files) {
  return Object.entries(report?.files ?? {})
    .filter(([file]) => files?.includes(file) ?? true)
    .flatMap(([file, { mutants }]) => mutants.map(mutant => ({ file, ...mutant })))
    .filter(mutant => mutant.status !== 'Ignored')
}

/**
 * `timedOut`: those of `noticed` whose tests did not end in time, which on a busy machine may be no fault that they saw.
 *
 * @returns {{ noticed: number, timedOut: number, missed: number, untried: number }}
 */
export function scoreOf(report, files) {
  const mutants = mutantsOf(report, files)
  const count = states => mutants.filter(mutant => states.has(mutant.status)).length
  const tried = { noticed: count(noticed), missed: count(missed) }
  const timedOut = count(new Set(['Timeout']))
  return { ...tried, timedOut, untried: mutants.length - tried.noticed - tried.missed }
}

/** One line a survivor: place, kind of break, what the code became. */
export function survivorsOf(report, files) {
  return mutantsOf(report, files)
    .filter(mutant => missed.has(mutant.status))
    .map(
      ({ file, location, mutatorName, replacement, status }) =>
        `${file}:${location.start.line}:${location.start.column} ${mutatorName}${status === 'NoCoverage' ? ', no test reaches it' : ''}: ${(replacement ?? '').replace(/\s+/g, ' ').slice(0, 80)}`,
    )
}

/** Percent of breaks noticed, rounded down to a tenth; 0 where none was tried. */
export function percent(noticedCount, missedCount) {
  const tried = noticedCount + missedCount
  return tried === 0 ? 0 : Math.floor((1000 * noticedCount) / tried) / 10
}

/**
 * The last line of a run and its exit code. `planned`: how many goes were planned; those whose time was up have no
 * result. `unknown`: names of nothing.
 * A commit that changes no file of the areas, or only files without an expression to break, leaves nothing to try;
 * otherwise nothing tried proves nothing, and fails.
 *
 * @param {{ results: { failed?: boolean, noticed?: number, missed?: number }[], planned: number, isChanged: boolean,
 *   unknown?: string[], minScore: number }} run
 * @returns {{ line: string, exitCode: 0 | 1 }}
 */
export function judge({ results, planned, isChanged, unknown = [], minScore }) {
  const sum = key => results.reduce((total, result) => total + (result[key] ?? 0), 0)
  const [noticedCount, missedCount] = [sum('noticed'), sum('missed')]
  const hasFailed = results.some(result => result.failed)
  if (noticedCount + missedCount > 0) {
    const score = percent(noticedCount, missedCount)
    const line = `Tests notice ${score}% of the breaks that were tried (goal ${minScore}%).`
    return { line, exitCode: hasFailed || score < minScore ? 1 : 0 }
  }
  if (isChanged && planned === results.length && !hasFailed && unknown.length === 0)
    return { line: 'No changed file has anything to break.', exitCode: 0 }
  const hint = unknown.length === 0 ? '' : ` In no folder of tools/mutants/areas.mjs: ${unknown.join(', ')}.`
  return { line: `No break was tried, so nothing is proven.${hint}`, exitCode: 1 }
}
