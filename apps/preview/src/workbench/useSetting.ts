import { useCallback, useEffect, useRef, useState } from 'react'
import { readLink, type Setting, situationsOf, writeLink } from '#setting'

/** Browsers refuse an address that changes more than some hundred times in half a minute. Milliseconds. */
const addressRest = 250

export type ChangeSetting = (change: Partial<Setting>) => void

type KeptSetting = {
  readonly setting: Setting
  /** Applies a change by the user, and clears the list of ignored parts of the link. */
  readonly change: ChangeSetting
  /** Applies a change that the stage reports. */
  readonly follow: ChangeSetting
  readonly ignored: readonly string[]
}

/** The setting, kept in the address: a copied address brings it back, the browser's own history isn't filled with it. */
export function useSetting(): KeptSetting {
  const [link, setLink] = useState(() => readLink(location.hash))
  const { setting, ignored } = link
  const written = useRef(writeLink(setting))

  useEffect(() => {
    const text = writeLink(setting)
    if (text === written.current) return
    const timer = setTimeout(() => {
      written.current = text
      history.replaceState(null, '', `#${text}`)
    }, addressRest)
    return () => clearTimeout(timer)
  }, [setting])
  useEffect(() => {
    const read = (): void => {
      const next = readLink(location.hash)
      written.current = writeLink(next.setting)
      setLink(next)
    }
    addEventListener('hashchange', read)
    return () => removeEventListener('hashchange', read)
  }, [])

  const follow = useCallback<ChangeSetting>(
    (change) => setLink((before) => ({ ...before, setting: mend({ ...before.setting, ...change }, change) })),
    [],
  )
  const change = useCallback<ChangeSetting>(
    (change) => {
      follow(change)
      setLink((before) => ({ ...before, ignored: [] }))
    },
    [follow],
  )
  return { setting, change, follow, ignored }
}

/** Resets the settings that a change makes invalid: another hall has other seats, and not every stage simulates every condition. */
function mend(setting: Setting, change: Partial<Setting>): Setting {
  const moved = change.hall !== undefined ? { ...setting, framing: undefined, chosen: [], view: 'all' } : setting
  if (change.view !== undefined) return { ...moved, framing: undefined }
  if (situationsOf[moved.stage].includes(moved.situation)) return moved
  if (change.situation === undefined) return { ...moved, situation: 'open' }
  return { ...moved, stage: situationsOf.map.includes(moved.situation) ? 'map' : 'shop' }
}
