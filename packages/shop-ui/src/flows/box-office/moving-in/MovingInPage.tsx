import { useWords } from '#i18n'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from '../BoxOffice.module.css'
import { MovingInForm } from './MovingInForm.tsx'

/** Customers, balances and sold seats of a former system: files are checked, and moved in. */
export function MovingInPage() {
  const t = useWords('moving-in')
  const file = useWords('programme-file')
  const administration = useWords('administration')
  return (
    <Page>
      <PageHeading>{t('title')}</PageHeading>
      <p>{t('lead')}</p>
      <div className={styles['inline']}>
        <Link to="/smart/staff">{administration('staff.title')}</Link>
        <Link to="/smart/programme-file">{file('title')}</Link>
      </div>
      <MovingInForm />
    </Page>
  )
}
