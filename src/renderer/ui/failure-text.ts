/** Text of a failure in the window's formats. */
import { toFailureText, type Failure, type FailureText } from '../../shared/failure.ts'
import { byteSize } from '../format/number-text.ts'
import { secondsAndDay, timeAndDay } from '../format/time-text.ts'

export const explainFailure = (failure: Failure): FailureText =>
  toFailureText(failure, {
    clockTime: at => timeAndDay(at, Date.now()),
    clockSeconds: at => secondsAndDay(at, Date.now()),
    byteSize,
  })
