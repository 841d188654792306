import { create } from 'zustand'

export type AlertKind = 'tab' | 'sound' | 'notification'

type TurnAlerts = {
  /** The alerts that are enabled in this tab. */
  readonly wantedAlerts: Readonly<Record<AlertKind, boolean>>
  /** The browser does not allow notifications. */
  readonly isRefused: boolean
  /** Enables or disables an alert. Call it only from a press, because browsers require one for sound and notifications. */
  readonly setWanted: (call: AlertKind, isWanted: boolean) => Promise<void>
}

let audio: AudioContext | undefined

export const useTurnAlerts = create<TurnAlerts>()((set) => {
  const note = (call: AlertKind, isWanted: boolean, isRefused = false): void =>
    set(({ wantedAlerts }) => ({ wantedAlerts: { ...wantedAlerts, [call]: isWanted }, isRefused }))
  return {
    wantedAlerts: { tab: false, sound: false, notification: false },
    isRefused: false,
    setWanted: async (call, isWanted) => {
      if (call === 'notification' && isWanted) {
        const isAllowed = 'Notification' in window && (await Notification.requestPermission()) === 'granted'
        return note(call, isAllowed, !isAllowed)
      }
      if (call === 'sound' && isWanted) {
        audio ??= new AudioContext()
        playChime(audio, 0.05)
      }
      note(call, isWanted)
    },
  }
})

/** Alerts the visitor in the enabled ways. */
export function alertTurn(title: string, body: string): void {
  const { wantedAlerts } = useTurnAlerts.getState()
  if (wantedAlerts.sound && audio) playChime(audio, 0.2)
  if (!wantedAlerts.notification) return
  try {
    const notification = new Notification(title, { body, tag: 'waiting-room' })
    notification.addEventListener('click', () => window.focus())
  } catch {
    // Some phones allow no notifications from a page; the page shows the turn as well.
  }
}

/** Plays two soft tones, the second higher, like a theatre bell. */
function playChime(on: AudioContext, loudness: number): void {
  for (const [nth, pitch] of [523.25, 659.25].entries()) {
    const [tone, volume] = [on.createOscillator(), on.createGain()]
    const from = on.currentTime + nth * 0.35
    tone.frequency.value = pitch
    volume.gain.setValueAtTime(0, from)
    volume.gain.linearRampToValueAtTime(loudness, from + 0.03)
    volume.gain.exponentialRampToValueAtTime(0.0001, from + 1.2)
    tone.connect(volume).connect(on.destination)
    tone.start(from)
    tone.stop(from + 1.2)
  }
}
