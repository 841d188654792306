import type { Plan } from '@playhouse/domain/plan'
import { halls } from '@playhouse/fixtures'
import { brands } from '#brand'
import { importedHall, type Setting, standard } from '#setting'

/**
 * The parts of a link that this preview does not have, as written in the link: a hall, brand, level or seat. Each is
 * replaced by a default, and the user sees a list of them.
 */
export function missingParts({ hall, brand, view, chosen }: Setting, plan: Plan): string[] {
  const parts: string[] = []
  if (hall !== importedHall && !halls.some((id) => id === hall)) parts.push(`hall=${hall}`)
  if (!brands.some(({ id }) => id === brand)) parts.push(`brand=${brand}`)
  if (view !== standard.view && !plan.views.some(({ id }) => id === view)) parts.push(`view=${view}`)
  const missingSeats = chosen.filter((id) => plan.indexOf(id) === undefined)
  if (missingSeats.length > 0) parts.push(`chosen=${missingSeats.join(', ')}`)
  return parts
}
