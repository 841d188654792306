import { Keyboard } from 'react-aria-components/Keyboard'
import { useWords } from '#i18n'
import { Checkbox } from '#form/Checkbox'
import { Dialog } from '#ui/Dialog'
import styles from './Shortcuts.module.css'

const shortcuts = [
  ['leftRight', ['←', '→']],
  ['upDown', ['↑', '↓']],
  ['nextFree', ['Ctrl + ←', 'Ctrl + →']],
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
  ['frame', ['Shift']],
  ['tab', ['Tab']],
  ['escape', ['Esc']],
  ['question', ['?']],
] as const

/** Shortcuts that are characters, which can be disabled. */
const characters: ReadonlySet<string> = new Set(['letters', 't', 'zoom', 'question'])

type ShortcutsProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly characterKeys: readonly [isOn: boolean, choose: (on: boolean) => void]
}

/** Lists the map's keyboard shortcuts, with the setting for character keys. */
export function Shortcuts({ isOpen, onClose, characterKeys: [hasCharacters, choose] }: ShortcutsProps) {
  const t = useWords('seat')
  if (!isOpen) return null
  const working = shortcuts.filter(([name]) => hasCharacters || !characters.has(name))
  return (
    <Dialog isOpen onClose={onClose} title={t('keys.title')} wide>
      <p>{t('keys.intro')}</p>
      <Checkbox name="character-keys" value={hasCharacters} onChange={choose} hint={t('keys.charactersHint')}>
        {t('keys.characters')}
      </Checkbox>
      <table className={styles['keys']}>
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{t('keys.keys')}</th>
            <th scope="col">{t('keys.does')}</th>
          </tr>
        </thead>
        <tbody>
          {working.map(([name, keys]) => (
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
