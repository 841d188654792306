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
import { DataTable } from '../DataTable.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { staffAccountsQuery } from './administration-queries.ts'
import { NewStaffForm } from './NewStaffForm.tsx'
import { OnceShown } from './OnceShown.tsx'
import { StaffForm } from './StaffForm.tsx'

const page = '/smart/staff'
/** In the address: the form of a new account. An id is a UUID. */
const newAccount = 'new'

/** A password that the server generated. */
export type IssuedPassword = { readonly account: StaffAccount; readonly password: string }

/** The staff accounts. The form of one of them, or of a new one, is open (`?account=`). */
export function StaffPage() {
  const t = useWords('administration')
  const roles = useWords('box-office')
  const [search, setSearch] = useSearchParams()
  const query = useQuery(staffAccountsQuery)
  const [issued, setIssued] = useState<IssuedPassword>()
  const heading = useRef<HTMLHeadingElement>(null)
  const opened = search.get('account')
  const edited = query.data?.find(({ id, isOwn }) => id === opened && !isOwn)
  const close = (): void => {
    setSearch({}, { preventScrollReset: true })
    heading.current?.focus()
  }
  const issue = (password: IssuedPassword): void => {
    setIssued(password)
    setSearch({}, { preventScrollReset: true })
  }
  return (
    <Page>
      <PageHeading>{t('staff.title')}</PageHeading>
      <p>{t('staff.lead')}</p>
      <div className={styles['inline']}>
        <LinkButton to={`${page}?account=${newAccount}`}>{t('staff.add')}</LinkButton>
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
        <section aria-labelledby="staff-accounts">
          <h2 id="staff-accounts" ref={heading} tabIndex={-1}>
            {t('staff.count', { count: query.data.filter(({ state }) => state !== 'dismissed').length })}
          </h2>
          <DataTable
            label={t('staff.title')}
            columns={(['name', 'email', 'role', 'status'] as const).map((key) => ({ key, label: t(`field.${key}`) }))}
          >
            <tbody>
              {query.data.map((account) => (
                <tr key={account.id}>
                  <th scope="row">{account.isOwn ? account.name : <Link to={`${page}?account=${account.id}`}>{account.name}</Link>}</th>
                  <td>{account.email}</td>
                  <td>{roles(`role.${account.role}`)}</td>
                  <td>
                    {account.isOwn
                      ? t('state.own')
                      : account.state === 'active' && !account.hasSecondFactor
                        ? t('state.invited')
                        : t(`state.${account.state}`)}
                  </td>
                </tr>
              ))}
            </tbody>
          </DataTable>
        </section>
      )}
      {opened === newAccount && <NewStaffForm onIssued={issue} />}
      {edited && <StaffForm key={edited.id} account={edited} onIssued={issue} onClose={close} />}
    </Page>
  )
}
