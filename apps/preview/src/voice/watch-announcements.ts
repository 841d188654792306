import { computeAccessibleDescription, computeAccessibleName, getRole } from 'dom-accessibility-api'

export type Announcement = { readonly by: 'focus' | 'status' | 'alert'; readonly text: string }

/**
 * Reports what a screen reader would announce: name, role and state of the focused element, and every live message. Real
 * screen readers phrase it differently; the texts are the page's.
 */
export function watchAnnouncements(page: Document, report: (utterance: Announcement) => void): () => void {
  const onFocus = ({ target }: FocusEvent): void => {
    if (target instanceof Element && target !== page.body) report({ by: 'focus', text: describe(target) })
  }
  const live = new MutationObserver((changes) => {
    const regions = new Set(changes.map(({ target }) => regionOf(target)))
    for (const region of regions) {
      // The no-break space that makes a repeated sentence a change is not announced.
      const text = region?.textContent?.replaceAll('\u00A0', ' ').trim()
      if (region && text)
        report({ by: region.getAttribute('role') === 'alert' || region.ariaLive === 'assertive' ? 'alert' : 'status', text })
    }
  })
  page.addEventListener('focusin', onFocus)
  live.observe(page.body, { childList: true, characterData: true, subtree: true })
  return () => {
    page.removeEventListener('focusin', onFocus)
    live.disconnect()
  }
}

const regionOf = (node: Node): Element | null =>
  (node instanceof Element ? node : node.parentElement)?.closest(
    '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]',
  ) ?? null

/** "Row C seat 14, £45.00, Band B · checkbox · not checked · …" in the order of screen readers. */
export function describe(element: Element): string {
  const state = (name: string, words: Readonly<Record<string, string>>): string | undefined => words[element.getAttribute(name) ?? '']
  const parts = [
    computeAccessibleName(element),
    getRole(element) ?? '',
    state('aria-checked', { true: 'checked', false: 'not checked', mixed: 'partly checked' }),
    state('aria-expanded', { true: 'expanded', false: 'collapsed' }),
    state('aria-pressed', { true: 'pressed', false: 'not pressed' }),
    state('aria-disabled', { true: 'disabled' }),
    computeAccessibleDescription(element),
  ]
  return parts.filter(Boolean).join(' · ')
}
