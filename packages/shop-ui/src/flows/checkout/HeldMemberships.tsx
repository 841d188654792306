import { useEffect } from 'react'
import { useFormats, useWords } from '#i18n'
import { announce } from '#ui/announce'
import { Notice } from '#ui/Notice'
import { useBasket } from '#server-state'

/** The memberships that left the basket because the customer holds them by now. */
export function HeldMemberships() {
  const t = useWords('checkout')
  const { list } = useFormats()
  const { heldMemberships } = useBasket()
  const names = list(heldMemberships)
  const title = t('held.title', { names })
  const body = t('held.body', { count: heldMemberships.length })
  useEffect(() => {
    if (names !== '') announce(`${title}. ${body}`)
  }, [names, title, body])
  if (names === '') return null
  return (
    <Notice title={title}>
      <p>{body}</p>
    </Notice>
  )
}
