import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { StaffAccount } from '@playhouse/api-client/contract'
import { useWords } from '#i18n'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from '../BoxOffice.module.css'
import { ListTable } from '../ListTable.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { staffAccountsQuery } from './administration-queries.ts'
import { NewStaffForm } from './NewStaffForm.tsx'
import { OnceShown } from './OnceShown.tsx'
import { StaffForm } from './StaffForm.tsx'

const page = '/smart/staff'
/** In the address: the form of a new account. An id is a UUID. */
const newAccount = 'new'

const accountStates = ['active', 'invited', 'locked', 'dismissed'] as const
/** Whether a person can sign in, and why not. Without a second factor they have not done so yet. */
const stateOf = ({ state, hasSecondFactor }: StaffAccount): (typeof accountStates)[number] =>
  state === 'active' && !hasSecondFactor ? 'invited' : state

/** A password that the server generated. */
export type IssuedPassword = { readonly account: StaffAccount; readonly password: string }

/** The staff accounts. The form of one of them, or of a new one, is open (`?account=`). */
export function StaffPage() {
  const t = useWords('administration')
  const plan = useWords('planning')
  const roles = useWords('box-office')
  const [search, setSearch] = useSearchParams()
  const query = useQuery(staffAccountsQuery)
  const [issued, setIssued] = useState<IssuedPassword>()
  const heading = useRef<HTMLHeadingElement>(null)
  const opened = search.get('account')
  const edited = query.data?.find(({ id, isOwn }) => id === opened && !isOwn)
  /** The page with the form of an account. The URL keeps the state of the list. */
  const pathWith = (account: string): string => {
    const next = new URLSearchParams(search)
    next.set('account', account)
    return `${page}?${next}`
  }
  const closeForm = (): void =>
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        next.delete('account')
        return next
      },
      { preventScrollReset: true },
    )
  const close = (): void => {
    closeForm()
    heading.current?.focus()
  }
  const issue = (password: IssuedPassword): void => {
    setIssued(password)
    closeForm()
  }
  return (
    <Page>
      <PageHeading>{t('staff.title')}</PageHeading>
      <p>{t('staff.lead')}</p>
      <div className={styles['inline']}>
        <LinkButton to={pathWith(newAccount)}>{t('staff.add')}</LinkButton>
        <Link to="/smart/tokens">{t('tokens.title')}</Link>
        <Link to="/smart/moving-in">{t('movingIn')}</Link>
      </div>
      {issued && (
        <OnceShown
          title={t('once.password', { name: issued.account.name })}
          secret={issued.password}
          onDone={() => {
            setIssued(undefined)
            heading.current?.focus()
          }}
        >
          {t('once.passwordDetail', { email: issued.account.email })}
        </OnceShown>
      )}
      <QueryStatus query={query} height={16} />
      {query.data && (
        <section aria-labelledby="staff-accounts" className={styles['list']}>
          <h2 id="staff-accounts" ref={heading} tabIndex={-1}>
            {t('staff.count', { count: query.data.filter(({ state }) => state !== 'dismissed').length })}
          </h2>
          <ListTable
            name="staff"
            label={t('staff.title')}
            rows={query.data}
            keyOf={({ id }) => id}
            search={{ label: t('staff.find'), textOf: ({ name, email, role }) => `${name} ${email} ${roles(`role.${role}`)}` }}
            filter={{
              label: t('field.status'),
              options: (['all', ...accountStates] as const).map((value) => ({
                value,
                label: value === 'all' ? plan('state.all') : t(`state.${value}`),
              })),
              of: stateOf,
            }}
            count={(count) => t('staff.found', { count })}
            columns={[
              {
                id: 'name',
                label: t('field.name'),
                value: ({ name }) => name,
                renderCell: ({ id, name, isOwn }) => (isOwn ? name : <Link to={pathWith(id)}>{name}</Link>),
              },
              {
                ...{ id: 'email', isLesser: true, label: t('field.email') },
                value: ({ email }) => email,
                renderCell: ({ email }) => email,
              },
              {
                id: 'role',
                label: t('field.role'),
                value: ({ role }) => roles(`role.${role}`),
                renderCell: ({ role }) => roles(`role.${role}`),
              },
              {
                id: 'status',
                label: t('field.status'),
                value: (account) => accountStates.indexOf(stateOf(account)),
                renderCell: (account) => t(`state.${account.isOwn ? 'own' : stateOf(account)}`),
              },
            ]}
          />
        </section>
      )}
      {opened === newAccount && <NewStaffForm onIssued={issue} />}
      {edited && <StaffForm key={edited.id} account={edited} onIssued={issue} onClose={close} />}
    </Page>
  )
}
