import { isStaffAllowed } from '@playhouse/domain/staff'
import { apiFile } from '#browser'
import { useWords } from '#i18n'
import { buttonClasses } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { ImportForm } from './ImportForm.tsx'

/** The programme as spreadsheets: download, and import after a check. */
export function ProgrammeFilePage() {
  const t = useWords('programme-file')
  const plan = useWords('planning')
  const { role } = useCounterState().clerk
  return (
    <Page>
      <PageHeading>{t('title')}</PageHeading>
      <p>
        <Link to="/smart/productions">{plan('list.title')}</Link>
      </p>
      <section className={styles['stack']} aria-labelledby="download-programme">
        <h2 id="download-programme">{t('download.title')}</h2>
        <p>{t('download.lead')}</p>
        <div className={styles['inline']}>
          {(['xlsx', 'zip', 'json'] as const).map((format) => (
            <a key={format} className={buttonClasses({})} href={apiFile(`/api/staff/programme-file.${format}`)} download>
              {t(`download.${format}`)}
            </a>
          ))}
        </div>
      </section>
      {isStaffAllowed(role, 'import-programme') && <ImportForm />}
    </Page>
  )
}
