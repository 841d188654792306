import { type SaleChannel, type SaleMoment, type SaleWindow, saleMomentKinds } from '@playhouse/domain/sale-window'
import { typedLimit, typedNumber } from './typed-number.ts'

/** Kinds of moments on the screen: a window can also end with the start of the performance. */
export const momentKinds = [...saleMomentKinds, 'start'] as const
export type MomentKind = (typeof momentKinds)[number]
/** What is typed about a moment; only the fields of its kind count. */
export type MomentDraft = {
  readonly kind: MomentKind
  readonly day: string
  readonly time: string
  readonly days: string
  readonly minutes: string
}
/** What is typed about a window. `key` identifies it while others are added and removed. */
export type WindowDraft = {
  readonly key: number
  readonly channel: SaleChannel
  readonly isForMembers: boolean
  readonly memberships: readonly string[]
  readonly from: MomentDraft
  readonly until: MomentDraft
  readonly limit: string
}

const emptyMoment = { day: '', time: '10:00', days: '28', minutes: '60' }

/** The fields of a form with this moment; null is the start. */
export function draftOfMoment(moment: SaleMoment | null): MomentDraft {
  if (moment === null) return { ...emptyMoment, kind: 'start' }
  switch (moment.kind) {
    case 'at': {
      const [day = '', time = ''] = moment.at.split('T')
      return { ...emptyMoment, kind: 'at', day, time }
    }
    case 'days-before':
      return { ...emptyMoment, kind: 'days-before', days: String(moment.days), time: moment.time }
    case 'minutes-before':
      return { ...emptyMoment, kind: 'minutes-before', minutes: String(moment.minutes) }
  }
}

/** The moment that was typed; null for the start. */
export function momentOf({ kind, day, days, minutes, ...typed }: MomentDraft): SaleMoment | null {
  const time = typed.time.trim()
  switch (kind) {
    case 'at':
      return { kind, at: `${day}T${time}` }
    case 'days-before':
      return { kind, days: typedNumber(days), time }
    case 'minutes-before':
      return { kind, minutes: typedNumber(minutes) }
    case 'start':
      return null
  }
}

/** The fields of a form with these windows. */
export const draftOfWindows = (windows: readonly SaleWindow[]): WindowDraft[] =>
  windows.map(({ channel, memberships, from, until, limit }, key) => ({
    ...{ key, channel, isForMembers: memberships !== null, memberships: memberships ?? [] },
    ...{ from: draftOfMoment(from), until: draftOfMoment(until), limit: limit === null ? '' : String(limit) },
  }))

/** A form with another window: general sale where no window on the web is for everyone yet, else one for members. */
export function withWindow(drafts: readonly WindowDraft[]): WindowDraft[] {
  const [window] = draftOfWindows([
    {
      channel: 'web',
      memberships: drafts.some(({ channel, isForMembers }) => channel === 'web' && !isForMembers) ? [] : null,
      limit: null,
      from: { kind: 'days-before', days: 28, time: '10:00' },
      until: null,
    },
  ])
  return [...drafts, { ...window!, key: Math.max(-1, ...drafts.map(({ key }) => key)) + 1 }]
}

/** The windows that were typed. The counter sells to everyone, without limits. */
export const windowsOf = (drafts: readonly WindowDraft[]): SaleWindow[] =>
  drafts.map(({ channel, isForMembers, memberships, from, until, limit }) => ({
    channel,
    memberships: channel === 'web' && isForMembers ? [...memberships] : null,
    from: momentOf(from) ?? { kind: 'minutes-before', minutes: 0 },
    until: momentOf(until),
    limit: channel === 'counter' ? null : typedLimit(limit),
  }))
