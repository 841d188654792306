import { z } from 'zod'
import { hasVisibleText } from '@playhouse/domain/sanitize'

/** A first or last name of 1 to 80 characters. Rejects names without a visible character, which would be empty lines in lists. */
export const nameSchema = z.string().trim().min(1).max(80).refine(hasVisibleText)
