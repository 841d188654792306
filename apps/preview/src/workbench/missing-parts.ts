import type { Plan } from '@playhouse/domain/plan'
import { halls } from '@playhouse/fixtures'
import { brands } from '#brand'
import { importedHall, type Setting, standard } from '#setting'

/**
 * What a setting names and nobody has here, in the words of its link: a hall, a brand or a level that a link of long ago
 * knew, seats that went. Something else stands in for each, and whoever followed the link is told.
 */
export function missingParts({ hall, brand, view, chosen }: Setting, plan: Plan): string[] {
  const parts: string[] = []
  if (hall !== importedHall && !halls.some((id) => id === hall)) parts.push(`hall=${hall}`)
  if (!brands.some(({ id }) => id === brand)) parts.push(`brand=${brand}`)
  if (view !== standard.view && !plan.views.some(({ id }) => id === view)) parts.push(`view=${view}`)
  const lost = chosen.filter((id) => plan.indexOf(id) === undefined)
  if (lost.length > 0) parts.push(`chosen=${lost.join(', ')}`)
  return parts
}
