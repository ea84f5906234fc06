/** The text of a failure in the formats of this window. */
import { toFailureText, type Failure, type FailureText } from '../../shared/failure.ts'
import { byteSize } from '../format/number-text.ts'
import { secondsAndDay, timeAndDay } from '../format/time-text.ts'

export const explainFailure = (failure: Failure): FailureText =>
  toFailureText(failure, {
    clockTime: at => timeAndDay(at, Date.now()),
    clockSeconds: at => secondsAndDay(at, Date.now()),
    byteSize,
  })
