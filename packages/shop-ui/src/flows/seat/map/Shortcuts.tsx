import { Keyboard } from 'react-aria-components/Keyboard'
import { useWords } from '#i18n'
import { Dialog } from '#parts/Dialog'
import styles from './Shortcuts.module.css'

const shortcuts = [
  ['leftRight', ['←', '→']],
  ['upDown', ['↑', '↓']],
  ['space', ['Space']],
  ['standing', ['↑', '↓', '0 … 9']],
  ['enter', ['Enter']],
  ['letters', ['C', '1', '4']],
  ['homeEnd', ['Home', 'End']],
  ['ctrlHomeEnd', ['Ctrl + Home', 'Ctrl + End']],
  ['page', ['Page Up', 'Page Down']],
  ['altPage', ['Alt + Page Up', 'Alt + Page Down']],
  ['t', ['T']],
  ['zoom', ['+', '−', '0']],
  ['pan', ['Shift + ← ↑ → ↓']],
  ['tab', ['Tab']],
  ['escape', ['Esc']],
  ['question', ['?']],
] as const

/** Every key of the map. */
export function Shortcuts({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useWords('seat')
  if (!isOpen) return null
  return (
    <Dialog isOpen onClose={onClose} title={t('keys.title')} wide>
      <p>{t('keys.intro')}</p>
      <table className={styles['keys']}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('keys.keys')}</th>
            <th scope="col">{t('keys.does')}</th>
          </tr>
        </thead>
        <tbody>
          {shortcuts.map(([name, keys]) => (
            <tr key={name}>
              <th scope="row">
                {keys.map((key) => (
                  <Keyboard key={key} className={styles['key'] ?? ''}>
                    {key}
                  </Keyboard>
                ))}
              </th>
              <td>{t(`keys.${name}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}
