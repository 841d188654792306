import { lazy, Suspense } from 'react'
import type { Instance } from '@playhouse/api-client/contract'
import { loadMessages } from '#i18n'

const Offer = lazy(async () => {
  const [{ BallotOfferDetails }] = await Promise.all([import('./BallotOfferDetails.tsx'), loadMessages('ballot')])
  return { default: BallotOfferDetails }
})

/** The ballot of a performance: a link, or a section about its day seats. Few performances have one, so its code is loaded when it is needed. */
export const BallotOffer = (props: { readonly instance: Instance }) => (
  <Suspense>
    <Offer {...props} />
  </Suspense>
)
