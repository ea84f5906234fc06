/**
 * Columns of the views for other programs (docs/data.md), as SQL. Views are part of migrations, so a change here changes
 * migrations that were released: add functions instead.
 */

/** ISO 8601 text of a time in epoch ms, in UTC. */
export const isoTime = (ms: string): string => `strftime('%Y-%m-%dT%H:%M:%fZ', ${ms} / 1000.0, 'unixepoch')`

/** A time as epoch ms and as text: `<name>_ms` and `<name>_at`. */
export const timeColumns = (name: string, ms: string): string =>
  `${ms} AS ${name}_ms, ${isoTime(ms)} AS ${name}_at`

/** `yyyymmdd` as `yyyy-mm-dd`. */
export const dayText = (day: string): string =>
  `printf('%04d-%02d-%02d', ${day} / 10000, ${day} / 100 % 100, ${day} % 100)`

/** Currencies whose minor unit is not a hundredth, by ISO 4217. */
const noDecimals =
  "'BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF'"
const threeDecimals = "'BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'"
const fourDecimals = "'CLF', 'UYW'"

const decimalText = (minor: string, digits: number): string => {
  const scale = 10 ** digits
  const sign = `iif(${minor} < 0, '-', '')`
  return digits === 0
    ? `CAST(${minor} AS TEXT)`
    : `${sign} || (abs(${minor}) / ${scale}) || '.' || printf('%0${digits}d', abs(${minor}) % ${scale})`
}

/** An amount as minor units and as exact decimal text: `<name>_minor` and `<name>`. */
export const moneyColumns = (
  name: string,
  minor: string,
  currency: string,
): string => `${minor} AS ${name}_minor,
    CASE WHEN ${minor} IS NULL THEN NULL
      WHEN ${currency} IN (${noDecimals}) THEN ${decimalText(minor, 0)}
      WHEN ${currency} IN (${threeDecimals}) THEN ${decimalText(minor, 3)}
      WHEN ${currency} IN (${fourDecimals}) THEN ${decimalText(minor, 4)}
      ELSE ${decimalText(minor, 2)} END AS ${name}`

/** American odds of decimal ones, as a whole number; a half rounds away from zero, also one that a double misses. */
export const american = (decimal: string): string =>
  `CAST(iif(${decimal} >= 2, round(round((${decimal} - 1) * 100, 6)), -round(round(100 / (${decimal} - 1), 6))) AS INTEGER)`

/** Decimal odds of exact ones (`num/den`), for display and ranking. */
export const decimalOfOdds = (odds: string): string =>
  `CAST(substr(${odds}, 1, instr(${odds}, '/') - 1) AS REAL) / CAST(substr(${odds}, instr(${odds}, '/') + 1) AS REAL)`
