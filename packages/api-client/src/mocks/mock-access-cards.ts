import type { AccessCardContent } from '@playhouse/domain/access-card'

type MockAccessCard = AccessCardContent & { readonly accessId: string }

/** The cards of the access scheme of a mock shop. */
export type MockAccessCards = {
  /** Cards that are not withdrawn. */
  readonly accessCards: readonly MockAccessCard[]
  /** The contents that each card has had, the earliest first. */
  readonly accessCardContents: Map<string, readonly AccessCardContent[]>
  /** Replaces what a card proves; without content it proves nothing. */
  readonly replaceAccessCard: (accessId: string, content: AccessCardContent | undefined) => void
}

/** Creates the cards of a mock shop. */
export function createMockAccessCards(first: readonly MockAccessCard[] = []): MockAccessCards {
  const accessCards = [...first]
  return {
    accessCards,
    accessCardContents: new Map(first.map(({ accessId, lastName, types }) => [accessId, [{ lastName, types }]])),
    replaceAccessCard: (accessId, content) => {
      const others = accessCards.filter((each) => each.accessId !== accessId)
      accessCards.splice(0, accessCards.length, ...others, ...(content ? [{ accessId, ...content }] : []))
    },
  }
}
