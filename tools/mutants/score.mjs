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

/** Percent of breaks noticed, rounded down to a tenth; 100 where none was tried. */
export function percent(noticedCount, missedCount) {
  const tried = noticedCount + missedCount
  return tried === 0 ? 100 : Math.floor((1000 * noticedCount) / tried) / 10
}
