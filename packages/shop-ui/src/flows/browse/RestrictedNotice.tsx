import { useLocation } from 'react-router'
import type { Instance } from '@playhouse/api-client/contract'
import { membershipPathOf, membershipsOnSale } from '@playhouse/domain/membership-page'
import { problem } from '@playhouse/domain/problem'
import { useWords } from '#i18n'
import { useBrand, useSession } from '#server-state'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { useProblemWords } from '#ui/ProblemNotice'

/** A performance for members, to other visitors: which memberships it is for, with links to those on sale. */
export function RestrictedNotice({ instance }: { readonly instance: Instance }) {
  const t = useWords('browse')
  const { title, detail } = useProblemWords()(problem('instance-restricted'))
  const brand = useBrand()
  const { customer } = useSession()
  const { pathname } = useLocation()
  const onSale = membershipsOnSale(brand)
  const levels = instance.restrictedTo.map((id) => ({
    id,
    name: brand.memberships.find((level) => level.id === id)?.name ?? id,
    sold: onSale.find((level) => level.id === id),
  }))
  return (
    <Notice tone="info" title={title}>
      <p>{detail}</p>
      <ul>
        {levels.map(({ id, name, sold }) => (
          <li key={id}>{sold ? <Link to={membershipPathOf(sold)}>{name}</Link> : name}</li>
        ))}
      </ul>
      <NoticeActions>
        {!customer && (
          <LinkButton look="primary" to={`/login?${new URLSearchParams({ next: pathname })}`}>
            {t('closed.signIn')}
          </LinkButton>
        )}
        <LinkButton to={`/events/${instance.event}#dates`}>{t('closed.allDates')}</LinkButton>
      </NoticeActions>
    </Notice>
  )
}
