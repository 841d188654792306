import type { NamedCode } from '@playhouse/domain/named-code'
import { typedLimit } from '../planning/typed-number.ts'
import { momentPartsOf, typedMoment } from './typed-moment.ts'

/** What is typed about a named code. `key` identifies it while others are added and removed. */
export type CodeDraft = {
  readonly key: number
  readonly code: string
  readonly label: string
  readonly maxUses: string
  readonly endDay: string
  readonly endTime: string
}

/** A code without values, after others. */
export const newCode = (codes: readonly CodeDraft[]): CodeDraft => ({
  ...{ key: Math.max(-1, ...codes.map(({ key }) => key)) + 1, code: '', label: '', maxUses: '', endDay: '', endTime: '' },
})

export const codeDraftsOf = (codes: readonly NamedCode[] = []): CodeDraft[] =>
  codes.map(({ code, label = '', maxUses, endsAt }, key) => {
    const [endDay, endTime] = momentPartsOf(endsAt)
    return { key, code, label, maxUses: maxUses === null ? '' : String(maxUses), endDay, endTime }
  })

/** The codes that were typed. Their values may be invalid: the server names the fields. */
export const codesOf = (drafts: readonly CodeDraft[]): NamedCode[] =>
  drafts.map(({ code, label, maxUses, endDay, endTime }) => ({
    code,
    ...(label.trim() !== '' && { label }),
    ...{ maxUses: typedLimit(maxUses), endsAt: typedMoment(endDay, endTime) },
  }))
