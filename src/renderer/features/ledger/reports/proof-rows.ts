/** Rows of the proof of edge, as text. */
import {
  type BetClass,
  type ChanceSource,
  type ProofCalibration,
  type ProofReport,
} from '../../../../shared/model/ticket/proof-report.ts'
import { signedMoney } from '../../../../shared/model/ticket/money-text.ts'
import { countText, percentText, pluralize, signedPercent, signTone } from '../../../format/number-text.ts'
import { definitions } from './ledger-definitions.ts'

export interface ProofRow {
  readonly label: string
  readonly text: string
  readonly tone: '' | 'up' | 'down'
  readonly bets: number
  readonly hint: string
}

export interface ProofGroup {
  readonly title: string
  readonly hint: string
  readonly rows: readonly ProofRow[]
}

/** Groups with at least one row. */
export function toProofGroups(report: ProofReport): readonly ProofGroup[] {
  const groups = [
    { ...titled(definitions.fairClv), rows: report.clv.map(toClvRow) },
    { ...titled(definitions.promised), rows: report.profit.flatMap(each => toProfitRow(each, report)) },
    { ...titled(definitions.ruin), rows: (report.ruin?.risks ?? []).flatMap(toRuinRow) },
    { ...titled(definitions.calibration), rows: report.calibration.flatMap(toScoreRows) },
    { ...titled(definitions.reliability), rows: toBinRows(report.calibration[0]) },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

const titled = ({ name, says, formula }: { name: string; says: string; formula: string }) => ({
  title: name,
  hint: `${says} ${formula}`,
})

const classNames: Readonly<Record<BetClass, string>> = {
  plain: 'All regular bets',
  single: 'Singles',
  'legs-2': '2 legs',
  'legs-3': '3 legs',
  'legs-4': '4 legs or more',
  boosted: 'Boosts',
  live: 'Live bets',
  bonus: 'Bonus bets',
}
const chanceNames: Readonly<Record<ChanceSource, string>> = {
  taken: 'By your fair prices',
  close: 'By the no-vig close',
}
const sourceNames: Readonly<Record<ProofCalibration['source'], string>> = {
  all: 'All fair prices',
  partition: 'One book’s prices',
  mine: 'Typed by you',
  consensus: 'Consensus',
}

interface TooFew {
  readonly kind: 'too-few'
  readonly count: number
  readonly needed: number
}

const toTooFewRow = (label: string, { count, needed }: TooFew): ProofRow => ({
  label,
  text: `${countText(count)} of ${countText(needed)} bets needed`,
  tone: '',
  bets: count,
  hint: 'Luck hides everything in so few bets.',
})

function toClvRow({ class: of, value, estimated }: ProofReport['clv'][number]): ProofRow {
  const label = classNames[of] + (estimated > 0 ? ' *' : '')
  if (value.kind === 'too-few') return toTooFewRow(label, value)
  const { mean, standardError, count } = value
  const text = signedPercent(mean)
  const hint = `* The margin of ${pluralize(estimated, 'bet')} is estimated by the hold of its singles, so this is rather too high.`
  return {
    label,
    text: `${text} ± ${percentText(standardError)}`,
    tone: Math.abs(mean) > 2 * standardError ? signTone(text) : '',
    bets: count,
    hint: estimated > 0 ? hint : '',
  }
}

function toProfitRow({ by, value }: ProofReport['profit'][number], { currency }: ProofReport): ProofRow[] {
  if (value.count === 0) return []
  if (value.kind === 'too-few') return [toTooFewRow(chanceNames[by], value)]
  const { lowMinor, highMinor, profitMinor, isWithin, count } = value
  const side = isWithin ? '' : profitMinor > highMinor ? 'above the ' : 'below the '
  // A word joiner, so that no line ends between the minus and its amount.
  const money = (minor: number) => signedMoney(Math.round(minor), currency).replace('−', '−\u2060')
  return [
    {
      label: chanceNames[by],
      text: `${money(profitMinor)}, ${side}expected ${money(lowMinor)} to ${money(highMinor)}`,
      tone: isWithin ? '' : profitMinor > highMinor ? 'up' : 'down',
      bets: count,
      hint: isWithin
        ? 'Within what these chances promise.'
        : 'Outside what these chances promise 95 times of 100: rare luck, or the chances are off.',
    },
  ]
}

function toRuinRow({ by, value }: NonNullable<ProofReport['ruin']>['risks'][number]): ProofRow[] {
  if (value.count === 0) return []
  if (value.kind === 'too-few') return [toTooFewRow(chanceNames[by], value)]
  const { risk, count } = value
  return [{ label: chanceNames[by], text: riskText(risk), tone: '', bets: count, hint: '' }]
}

const riskText = (risk: number): string =>
  risk === 1 ? 'certain without an edge' : risk < 0.001 ? 'under 0.1%' : percentText(risk)

/** The scores, and below them those of the base rate: by themselves they say nothing of long odds, which mostly lose. */
function toScoreRows({ source, value }: ProofCalibration): ProofRow[] {
  const label = sourceNames[source]
  if (value.kind === 'too-few') return [toTooFewRow(label, value)]
  const { baseRate, count: bets } = value
  const rate = percentText(baseRate.wonShare)
  const hint = `${rate} of these bets won. Fair prices that know more than that score lower.`
  return [
    { label, text: scoreText(value), tone: '', bets, hint: '' },
    { label: `Always saying ${rate}`, text: scoreText(baseRate), tone: '', bets, hint },
  ]
}

const scoreText = ({ brier, logLoss }: { readonly brier: number; readonly logLoss: number }): string =>
  `Brier ${brier.toFixed(3)}, log loss ${logLoss.toFixed(3)}`

function toBinRows(all: ProofCalibration | undefined): readonly ProofRow[] {
  if (all?.value.kind !== 'measured') return []
  return all.value.bins.map(({ from, to, count, meanProbability, wonShare, standardError }) => {
    const isOff = Math.abs(wonShare - meanProbability) > 2 * standardError
    return {
      label: `${percentText(from, 0)} to ${percentText(to, 0)}`,
      text: `${percentText(wonShare)} won, ${percentText(meanProbability)} ± ${percentText(standardError)} said`,
      tone: isOff ? (wonShare > meanProbability ? 'up' : 'down') : '',
      bets: count,
      hint: isOff ? 'More than two standard errors apart.' : '',
    }
  })
}
