import type { AccessTag } from '@playhouse/domain/season'
import { useWords } from '#i18n'
import { classNames } from '#theme'
import styles from './AccessFilter.module.css'

export type AccessFilterProps = {
  readonly label: string
  /** The services that some performance has. */
  readonly offered: readonly AccessTag[]
  readonly selected: readonly AccessTag[]
  readonly onChange: (selected: readonly AccessTag[]) => void
}

/** Chooses access services by which a list of performances is filtered. Renders nothing if none is offered. */
export function AccessFilter({ label, offered, selected, onChange }: AccessFilterProps) {
  const t = useWords('part')
  if (offered.length === 0) return null
  return (
    <div role="group" aria-labelledby="access-filter" className={classNames(styles.access)}>
      <span id="access-filter" className={styles.label}>
        {label}
      </span>
      {offered.map((tag) => (
        <label key={tag} className={classNames(styles.chip)}>
          <input
            type="checkbox"
            className="visually-hidden"
            checked={selected.includes(tag)}
            onChange={({ target }) => onChange(target.checked ? [...selected, tag] : selected.filter((each) => each !== tag))}
          />
          {t(`accessTag.${tag}`)}
        </label>
      ))}
    </div>
  )
}
