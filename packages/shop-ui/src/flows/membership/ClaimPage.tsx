import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import type { GiftMembership } from '@playhouse/api-client/contract'
import { giftClaimPath } from '@playhouse/domain/gift-page'
import { useWords, useDayFormat } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { MutationOutcome, useApiMutation } from '#mutation'
import { useDrafts } from '#client-state'
import { api, ProblemError, queryClient, unwrap, useSession } from '#server-state'
import { offerClasses } from '#ticketing/OfferLayout'
import styles from './MembershipPages.module.css'

const draft = 'gift'

const giftMembershipQuery = (token: string) =>
  queryOptions({
    queryKey: ['gift-membership', token],
    queryFn: () => unwrap(api.gifts.read({ body: { token } })),
    staleTime: 0,
  })

/** The token after `#`, which is sent to no server. The tab keeps it while the recipient signs in. */
function useGiftToken(): string {
  const { hash } = useLocation()
  const [token] = useState(
    () => new URLSearchParams(hash.slice(1)).get('gift') ?? String(useDrafts.getState().forms[draft]?.['token'] ?? ''),
  )
  useEffect(() => {
    if (token !== '') useDrafts.getState().saveForm(draft, { token })
  }, [token])
  return token
}

/** The target of the link in the mail with a gift membership. The button begins the term; opening the page changes nothing. */
export function ClaimPage() {
  const t = useWords('membership')
  const token = useGiftToken()
  const query = useQuery({ ...giftMembershipQuery(token), enabled: token !== '' })
  const { data, error } = query
  // A link that was cut off is invalid input.
  const isUnknown = token === '' || (error instanceof ProblemError && ['page-not-found', 'invalid-input'].includes(error.problem.code))
  return (
    <Page width="reading">
      <PageHeading>{t('claim.title')}</PageHeading>
      {data && <Gift gift={data} token={token} />}
      {isUnknown && (
        <Notice title={t('claim.unknown')}>
          <p>{t('claim.unknownText')}</p>
        </Notice>
      )}
      {!isUnknown && error instanceof ProblemError && <ProblemNotice problem={error.problem} onRetry={() => void query.refetch()} />}
    </Page>
  )
}

function Gift({ gift, token }: { readonly gift: GiftMembership; readonly token: string }) {
  const t = useWords('membership')
  const day = useDayFormat()
  const { customer } = useSession()
  const mutation = useApiMutation()
  const isPressed = useRef(false)
  /** The notice that replaces the button takes its focus. */
  const takeFocus = useCallback((notice: HTMLElement | null) => {
    if (isPressed.current) notice?.focus()
  }, [])
  const claim = async (): Promise<void> => {
    isPressed.current = true
    const result = await mutation.send(() => api.gifts.claim({ body: { token } }), {
      message: ({ name, startsOn, expiresOn }) => t('claim.done', { name, from: day(startsOn), until: day(expiresOn) }),
      onSuccess: () => {
        useDrafts.getState().deleteForm(draft)
        // Prices, priority and the account depend on memberships.
        void queryClient.invalidateQueries()
      },
    })
    // Claimed by another customer, or returned, since the page was opened.
    if (!result.ok && result.error.code === 'page-not-found') await queryClient.invalidateQueries(giftMembershipQuery(token))
  }
  const isSignedIn = customer !== null && !customer.isGuest
  const yours = (
    <NoticeActions>
      <LinkButton to="/account/memberships">{t('yours')}</LinkButton>
    </NoticeActions>
  )
  if (mutation.message !== undefined)
    return (
      <Notice ref={takeFocus} tabIndex={-1} tone="success" title={mutation.message}>
        {yours}
      </Notice>
    )
  if (gift.state !== 'claimable')
    return (
      <Notice ref={takeFocus} tabIndex={-1} title={t(`claim.${gift.state}`)}>
        <p>{t(`claim.${gift.state}Text`)}</p>
        {gift.state === 'claimed' && isSignedIn && yours}
      </Notice>
    )
  const { name, from, message, months } = gift
  return (
    <section className={offerClasses.aside} aria-labelledby="claim">
      <h2 id="claim">{from === '' ? t('claim.of', { name }) : t('claim.ofFrom', { name, from })}</h2>
      {message !== '' && <p className={styles.message}>{t('claim.message', { message })}</p>}
      <p>{t('claim.months', { count: months })}</p>
      <p className={offerClasses.soft}>{t('claim.until', { day: day(gift.claimUntil) })}</p>
      <MutationOutcome mutation={mutation} />
      {isSignedIn ? (
        <div>
          <Button look="primary" large isPending={mutation.isPending} onPress={() => void claim()}>
            {t('claim.submit')}
          </Button>
        </div>
      ) : (
        <>
          <p>{t('claim.needsAccount')}</p>
          <div>
            <LinkButton look="primary" large to={`/login?${new URLSearchParams({ next: giftClaimPath })}`}>
              {t('claim.signIn')}
            </LinkButton>
          </div>
        </>
      )}
    </section>
  )
}
