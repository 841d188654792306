import type { FormEvent } from 'react'
import type { MovingInSummary } from '@playhouse/domain/moving-in'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Notice, NoticeActions } from '#ui/Notice'
import styles from '../BoxOffice.module.css'
import { FileImportSection } from '../file-import/FileImportSection.tsx'
import { useFileImport } from '../file-import/useFileImport.ts'
import { MovedCounts } from './MovedCounts.tsx'
import { MovingInProblems } from './MovingInProblems.tsx'
import { Reconciliation } from './Reconciliation.tsx'

/** Chooses files of a former system, checks them at once, and moves them in after a look at what that would do. */
export function MovingInForm() {
  const t = useWords('moving-in')
  const file = useWords('programme-file')
  const box = useWords('box-office')
  const files = useFileImport<MovingInSummary>({
    preview: (chosen) => api.movingIn.preview({ body: { files: chosen } }),
    messageOf: ({ problemCount, isImported }) =>
      problemCount > 0 ? file('problems.count', { count: problemCount }) : t(isImported ? 'done' : 'checked'),
  })
  const { chosen } = files
  return (
    <FileImportSection
      {...{ id: 'move-in', title: t('files'), lead: t('filesLead'), files }}
      headingOf={({ problemCount, isImported }) =>
        problemCount > 0 ? file('problems.title') : t(isImported ? 'result.done' : 'result.title')
      }
    >
      {(report) =>
        report.problemCount > 0 ? (
          <MovingInProblems report={report} />
        ) : (
          <>
            {report.isImported && (
              <Notice tone="success" title={t('done')}>
                <NoticeActions>
                  <Link to="/smart/customer/search">{box('frame.customers')}</Link>
                </NoticeActions>
              </Notice>
            )}
            <MovedCounts report={report} />
            <Reconciliation report={report} />
            {!report.isImported && !hasChanges(report) && <p>{t('nothing')}</p>}
            {!report.isImported && hasChanges(report) && chosen && 'files' in chosen && (
              <form
                className={styles['form']}
                aria-label={t('submit')}
                onSubmit={(event: FormEvent) => {
                  event.preventDefault()
                  void files.send(() => api.movingIn.import({ body: { files: chosen.files } }))
                }}
              >
                <Notice tone="warning" title={t('final')} />
                <Button type="submit" look="primary" isPending={files.mutation.isPending}>
                  {t('submit')}
                </Button>
              </form>
            )}
          </>
        )
      }
    </FileImportSection>
  )
}

const hasChanges = ({ counts }: MovingInSummary): boolean => counts.some(({ created, changed }) => created + changed > 0)
