import { z } from 'zod'
import { hasVisibleText } from '@playhouse/domain/written'

/** A first or last name. One that leaves nothing to read would be an empty line on a list, and nobody could be called by it. */
export const nameSchema = z.string().trim().min(1).max(80).refine(hasVisibleText)
