import { useWords } from '@playhouse/shop-ui/i18n'
import { Dialog } from '@playhouse/shop-ui/ui/Dialog'
import { keyNameOf, shortcuts } from './shortcuts.ts'
import styles from './ShortcutHelp.module.css'

/** The preview's keyboard shortcuts; those of the map are in the map's own help. */
export function ShortcutHelp({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useWords('preview')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('keys.title')}>
      <p>{t('keys.intro')}</p>
      <dl className={styles['keys']}>
        {Object.entries(shortcuts).map(([code, deed]) => (
          <div key={code}>
            <dt>
              <kbd>Alt</kbd> <kbd>{keyNameOf(code)}</kbd>
            </dt>
            <dd>{t(`keys.${deed}`)}</dd>
          </div>
        ))}
        <div>
          <dt>
            <kbd>?</kbd>
          </dt>
          <dd>{t('keys.map')}</dd>
        </div>
      </dl>
    </Dialog>
  )
}
