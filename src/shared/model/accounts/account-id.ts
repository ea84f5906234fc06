import { z } from 'zod'

/** Created by the caller, so that an account opened twice is one account. */
export const AccountId = z.uuid()

/** Created by the caller, so that a promotion saved twice is one promotion. */
export const PromotionId = z.uuid()
