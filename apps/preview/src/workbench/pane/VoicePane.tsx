import { useWords } from '@playhouse/shop-ui/i18n'
import { Button } from '@playhouse/shop-ui/ui/Button'
import { classNames } from '@playhouse/shop-ui/theme'
import type { StageEvent } from '#channel'
import styles from './Pane.module.css'

export type Utterance = Omit<Extract<StageEvent, { kind: 'heard' }>, 'kind'> & { readonly id: number }

type VoicePaneProps = { readonly utterances: readonly Utterance[]; readonly locale: string; readonly onClear: () => void }

/** The announcements of the stage, the latest first. Not a live region, so that nothing is read twice. */
export function VoicePane({ utterances, locale, onClear }: VoicePaneProps) {
  const t = useWords('preview')
  return (
    <div className={styles['pane']}>
      <p className={styles['hint']}>{t('voice.hint')}</p>
      {utterances.length > 0 && (
        <Button look="quiet" onPress={onClear}>
          {t('voice.clear')}
        </Button>
      )}
      <ol role="list" reversed className={styles['voice']}>
        {utterances.map(({ id, by, text }) => (
          <li key={id} className={classNames(styles['utterance'], styles[by])}>
            <span className={styles['by']}>{t(`voice.${by}`)}</span>
            <span lang={locale}>{text}</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
