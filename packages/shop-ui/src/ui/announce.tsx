import { create } from 'zustand'

const useAnnouncement = create<{ readonly polite: string; readonly assertive: string }>()(() => ({ polite: '', assertive: '' }))

let waiting: ReturnType<typeof setTimeout> | undefined
/** Screen readers drop what follows too fast; a moment's wait also lets a burst say only its last sentence. */
const coalesceMs = 300

/**
 * Says one full sentence to screen readers, already translated: "2 seats held until 19:42, 20 minutes." Polite ones are
 * coalesced. What it says must also be on the page.
 */
export function announce(sentence: string, urgency: 'polite' | 'assertive' = 'polite'): void {
  if (urgency === 'assertive') return useAnnouncement.setState((said) => ({ assertive: markRepeated(said.assertive, sentence) }))
  clearTimeout(waiting)
  waiting = setTimeout(() => useAnnouncement.setState((said) => ({ polite: markRepeated(said.polite, sentence) })), coalesceMs)
}

/** A live region says only what changes; the same sentence twice differs by an invisible mark. */
const markRepeated = (said: string, sentence: string): string => (said === sentence ? `${sentence}\u00A0` : sentence)

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
