import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useApiMutation } from '#mutation'
import { problem as problemOf } from '@playhouse/domain/problem'
import { type ApiProblem, api, applySignIn, useBrand, useSession } from '#server-state'
import { MagicLinkForm } from './MagicLinkForm.tsx'
import { OtherBasketNotice } from './OtherBasketNotice.tsx'
import { useSignInPath } from './use-sign-in-path.ts'

/**
 * Target of the mail links that sign in or show a guest's order. The token is in the hash: opening the page sends it to no server,
 * and it is removed from the address bar at once. A sign-in link is redeemed only by a press, since mail scanners open pages as
 * well.
 */
export function AuthenticationPage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [linkParams, setOpened] = useState(() => new URLSearchParams(hash.slice(1)))
  // Another link, opened in the same tab.
  const newParams = hash.slice(1)
  if (newParams && newParams !== String(linkParams)) setOpened(new URLSearchParams(newParams))
  useEffect(() => {
    if (newParams) void navigate('/authentication', { replace: true })
  }, [newParams, navigate])
  const [signIn, order] = [linkParams.get('token'), linkParams.get('order')]
  return (
    <Page width="reading">
      {signIn ? <SignInLink key={signIn} token={signIn} /> : order ? <OrderLink key={order} token={order} /> : <ExpiredLink />}
    </Page>
  )
}

function SignInLink({ token }: { readonly token: string }) {
  const t = useWords('entry')
  const signInPath = useSignInPath()
  const { otherBasket } = useSession()
  const { send, problem, isPending, dismiss } = useApiMutation()
  const [isIn, setIn] = useState(false)
  const [isElsewhere, setElsewhere] = useState(false)
  const redeem = async () => {
    const result = await send(() => api.auth.redeemMagicLink({ body: { token, isConfirmed: isElsewhere } }), { onSuccess: applySignIn })
    if (result.ok) return setIn(true)
    if (result.error.code !== 'link-asked-elsewhere') return
    dismiss()
    setElsewhere(true)
  }
  if (isIn && !otherBasket) return <Navigate to={signInPath} replace />
  if (problem?.code === 'authentication-link-expired') return <ExpiredLink />
  return (
    <>
      <PageHeading>{t('redeem.title')}</PageHeading>
      {isIn && otherBasket ? (
        <OtherBasketNotice other={otherBasket} to={signInPath} />
      ) : (
        <>
          {problem && <ProblemNotice problem={problem} bare />}
          {isElsewhere ? (
            <Notice tone="warning" role="status" title={t('problem:link-asked-elsewhere.title')}>
              <p>{t('problem:link-asked-elsewhere.detail')}</p>
            </Notice>
          ) : (
            <p>{t('redeem.lead')}</p>
          )}
          <NoticeActions>
            <Button look="primary" large onPress={redeem} isPending={isPending}>
              {t(isElsewhere ? 'redeem.confirm' : 'redeem.submit')}
            </Button>
          </NoticeActions>
        </>
      )}
    </>
  )
}

/** Opens the order at once, as the link can be reused. Asks a signed-in customer first, since it ends their session. */
function OrderLink({ token }: { readonly token: string }) {
  const t = useWords('entry')
  const { customer } = useSession()
  const navigate = useNavigate()
  const [problem, setProblem] = useState<ApiProblem>()
  const [mayLeave, setMayLeave] = useState(!customer || customer.isGuest === true)
  useEffect(() => {
    if (!mayLeave) return
    void (async () => {
      const result = await api.auth.openOrder({ body: { token } })
      // An order that was moved to an account is shown there.
      if (!result.ok && result.error.code === 'login-required') return navigate('/login?next=/account/your-orders', { replace: true })
      if (!result.ok) return setProblem(result.error)
      await applySignIn(result.value.session)
      await navigate(`/account/your-orders/${result.value.order}`, { replace: true })
    })()
  }, [mayLeave, token, navigate])
  return (
    <>
      <PageHeading>{t('order.title')}</PageHeading>
      {problem ? (
        <ProblemNotice problem={problem} />
      ) : mayLeave ? (
        <p role="status">{t('order.opening')}</p>
      ) : (
        <Notice tone="warning" title={t('order.leaveTitle')}>
          <p>{t('order.leave', { email: customer?.email })}</p>
          <NoticeActions>
            <Button look="primary" onPress={() => setMayLeave(true)}>
              {t('order.show')}
            </Button>
            <LinkButton to="/account/your-orders">{t('order.stay')}</LinkButton>
          </NoticeActions>
        </Notice>
      )}
    </>
  )
}

/** The link has expired or has no token: offers a new one. */
function ExpiredLink() {
  const t = useWords('entry')
  const { login } = useBrand()
  const signIn = useSignInPath()
  return (
    <>
      <PageHeading>{t('expired.title')}</PageHeading>
      <ProblemNotice problem={problemOf('authentication-link-expired')} bare />
      {login.style === 'streamlined' ? (
        <MagicLinkForm />
      ) : (
        <p>
          <LinkButton look="primary" to={signIn}>
            {t('ask.signIn')}
          </LinkButton>
        </p>
      )}
    </>
  )
}
