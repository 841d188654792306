import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useLocation } from 'react-router'
import { useWords } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { TicketCard } from '#ticketing/TicketCard'
import { api, ProblemError, unwrap, useBrand } from '#server-state'
import styles from './Tickets.module.css'

/** A ticket that its holder has shared. The token is in the hash, which appears in no server log. */
export function SharedTicketPage() {
  const token = useLocation().hash.slice(1)
  return <Page width="reading">{/^[\w-]{20,200}$/.test(token) ? <SharedTicket token={token} /> : <IncompleteLink />}</Page>
}

function SharedTicket({ token }: { readonly token: string }) {
  const t = useWords('share')
  const { contact, isTestShop } = useBrand()
  const { data, error, refetch } = useQuery({
    queryKey: ['shared', token],
    queryFn: () => unwrap(api.tickets.shared({ body: { token } })),
    // A revoked link is invalid at once, also in an open tab.
    staleTime: 0,
    retry: false,
  })
  if (error instanceof ProblemError) {
    const isBroken = error.problem.code === 'shared-ticket-link-broken'
    return (
      <div className={styles.stack}>
        <PageHeading>{t(isBroken ? 'shared.broken' : 'shared.title')}</PageHeading>
        <ProblemNotice problem={error.problem} {...(isBroken ? {} : { onRetry: () => void refetch() })} />
        {isBroken && <p>{t('shared.brokenBody')}</p>}
        <MoreLinks />
      </div>
    )
  }
  if (!data)
    return (
      <Loading>
        <SkeletonBlock height={18} />
      </Loading>
    )
  const { ticket, sharedBy: name } = data
  return (
    <div className={styles.stack}>
      <PageHeading>{t('shared.title')}</PageHeading>
      <p className={styles.lead}>{name ? t('shared.from', { name }) : t('shared.fromNobody')}</p>
      <TicketCard ticket={ticket} index={0} count={1} isTest={isTestShop} />
      <p>{name ? t('shared.noAccount', { name }) : t('shared.noAccountNobody')}</p>
      <p>{contact.address}</p>
      <div className={styles.ways} data-print="none">
        <Button onPress={() => print()}>
          <Printer aria-hidden="true" />
          {t('shared.print')}
        </Button>
        <LinkButton to="/">{t('shared.more')}</LinkButton>
      </div>
    </div>
  )
}

function IncompleteLink() {
  const t = useWords('share')
  return (
    <div className={styles.stack}>
      <PageHeading>{t('shared.missing')}</PageHeading>
      <p>{t('shared.missingBody')}</p>
      <MoreLinks />
    </div>
  )
}

function MoreLinks() {
  const t = useWords('share')
  return (
    <div className={styles.ways}>
      <LinkButton to="/tickets">{t('find.title')}</LinkButton>
      <LinkButton to="/">{t('shared.more')}</LinkButton>
    </div>
  )
}
