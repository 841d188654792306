import { Check } from 'lucide-react'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import { Link } from './Link.tsx'
import styles from './ProgressSteps.module.css'

export type ProgressStep = {
  readonly id: string
  readonly name: string
  /** Path of a completed step. */
  readonly to?: string
}

export type ProgressStepsProps = { readonly steps: readonly ProgressStep[]; readonly current: string }

/** Steps of the checkout with the current one marked. Completed steps are links; later ones are plain text. */
export function ProgressSteps({ steps, current }: ProgressStepsProps) {
  const t = useWords('part')
  const at = steps.findIndex((step) => step.id === current)
  return (
    <nav aria-label={t('steps')} className={styles.steps}>
      <ol role="list">
        {steps.map((step, index) => (
          <li
            key={step.id}
            className={classNames(styles.step, index < at && styles.done, index === at && styles.current)}
            aria-current={index === at ? 'step' : undefined}
          >
            {index < at ? (
              <CompletedStep step={step} />
            ) : (
              <span>
                <span>{step.name}</span>
                {index === at && <span className={styles.count}>{t('stepOf', { step: at + 1, steps: steps.length })}</span>}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** A completed step, with or without a link. */
function CompletedStep({ step: { name, to } }: { readonly step: ProgressStep }) {
  const t = useWords('part')
  const stepList = (
    <>
      <Check aria-hidden="true" />
      <span>{name}</span>
      <span className="visually-hidden">{t('stepDone')}</span>
    </>
  )
  return to === undefined ? <span>{stepList}</span> : <Link to={to}>{stepList}</Link>
}
