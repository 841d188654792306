import type { ProductionPlan } from '@playhouse/domain/production-plan'
import { synopsisOfText, textOfSynopsis } from './synopsis-text.ts'
import { warningsOfText } from './translation-draft.ts'

/** The fields of the form of a production, in its order. */
export const draftFields = [
  ...['title', 'id', 'slug', 'credit', 'tagline', 'synopsis', 'venue', 'copyLanguage', 'runningTime', 'intervals', 'ageGuidance'],
  ...['warnings', 'streaming', 'motif', 'hue'],
] as const satisfies readonly string[] as readonly DraftField[]
export type DraftField =
  | 'title'
  | 'id'
  | 'slug'
  | 'credit'
  | 'tagline'
  | 'synopsis'
  | 'venue'
  | 'copyLanguage'
  | 'runningTime'
  | 'intervals'
  | 'ageGuidance'
  | 'warnings'
  | 'streaming'
  | 'motif'
  | 'hue'
/** What is typed about a production. */
export type ProductionDraft = Readonly<Record<DraftField, string>>

/** The address of a production that exists is its id until another one is typed. */
export const draftOf = (plan: Omit<ProductionPlan, 'performers'>): ProductionDraft => ({
  ...{
    title: plan.title,
    id: plan.id,
    slug: plan.slug ?? plan.id,
    credit: plan.credit,
    tagline: plan.tagline,
    synopsis: textOfSynopsis(plan.synopsis),
  },
  ...{ venue: plan.venue, copyLanguage: plan.copyLanguage, runningTime: String(plan.runningTime), intervals: String(plan.intervals) },
  ...{ ageGuidance: String(plan.ageGuidance), warnings: plan.warnings.join('\n'), streaming: plan.streaming ?? '' },
  ...{ motif: plan.poster.motif, hue: String(plan.poster.hue) },
})

/** The production that was typed. Its values may be invalid: the server names the fields. @param base has what the form does not show */
export function planOf(draft: ProductionDraft, base: Pick<ProductionPlan, 'performers'>): ProductionPlan {
  const number = (text: string): number => (/^\s*\d+\s*$/.test(text) ? Number(text) : -1)
  const streaming = draft.streaming.trim()
  const id = draft.id.trim() || idOfTitle(draft.title)
  const slug = draft.slug.trim()
  return {
    ...{ id, slug: slug === '' || slug === id ? null : slug, title: draft.title, credit: draft.credit, tagline: draft.tagline },
    ...{ synopsis: synopsisOfText(draft.synopsis), venue: draft.venue, copyLanguage: draft.copyLanguage.trim() },
    ...{ runningTime: number(draft.runningTime), intervals: number(draft.intervals), ageGuidance: number(draft.ageGuidance) },
    warnings: warningsOfText(draft.warnings),
    poster: { motif: draft.motif as ProductionPlan['poster']['motif'], hue: number(draft.hue) },
    ...(streaming !== '' && { streaming }),
    ...(base.performers && { performers: base.performers }),
  }
}

/** The short name of a title: lower-case letters, digits and hyphens. */
export const idOfTitle = (title: string): string =>
  title
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)

/** What was typed, with the fields that another staff user changed meanwhile and that were not typed here. */
export const mergeDrafts = (base: ProductionDraft, typed: ProductionDraft, current: ProductionDraft): ProductionDraft =>
  Object.fromEntries(draftFields.map((field) => [field, typed[field] === base[field] ? current[field] : typed[field]])) as ProductionDraft
