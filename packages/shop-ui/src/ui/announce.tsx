import { create } from 'zustand'

const useAnnouncement = create<{ readonly polite: string; readonly assertive: string }>()(() => ({ polite: '', assertive: '' }))

let waiting: ReturnType<typeof setTimeout> | undefined
/** Screen readers drop announcements that follow too fast; the delay merges a burst into its last sentence. */
const coalesceMs = 300

/**
 * Announces a full, translated sentence to screen readers: "2 seats held until 19:42, 20 minutes." Polite ones are coalesced. The
 * same information must be visible on the page.
 */
export function announce(sentence: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  if (urgency === 'assertive') return useAnnouncement.setState((state) => ({ assertive: markRepeated(state.assertive, sentence) }))
  clearTimeout(waiting)
  waiting = setTimeout(() => useAnnouncement.setState((state) => ({ polite: markRepeated(state.polite, sentence) })), coalesceMs)
}

/** A live region announces only changes: a repeated sentence gets an invisible character. */
const markRepeated = (previous: string, sentence: string): string => (previous === sentence ? `${sentence}\u00A0` : sentence)

/** The live regions that {@link announce} fills. Once, in the layout, outside every dialog. */
export function StatusRegion() {
  const { polite, assertive } = useAnnouncement()
  return (
    <div className="visually-hidden" data-live-announcer="true">
      <div role="status">{polite}</div>
      <div role="alert">{assertive}</div>
    </div>
  )
}
