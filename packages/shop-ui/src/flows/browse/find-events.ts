import type { EventSummary, InstanceSummary } from '@playhouse/api-client/contract'

/** Whether title, credit or tagline contain every word, ignoring case and accents. */
export function matchesWords(event: Pick<EventSummary, 'title' | 'credit' | 'tagline'>, words: string): boolean {
  const text = plain(`${event.title} ${event.credit} ${event.tagline}`)
  return plain(words)
    .split(/\s+/)
    .every((word) => text.includes(word))
}

const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

/** The next bookable performance of each event, earliest first, at most eight. */
export function nextPerformances<Shown extends EventSummary>(events: readonly Shown[]): (Shown & { next: InstanceSummary })[] {
  return events
    .filter((event): event is Shown & { next: InstanceSummary } => event.next !== null)
    .sort((a, b) => Date.parse(a.next.startsAt) - Date.parse(b.next.startsAt))
    .slice(0, 8)
}
