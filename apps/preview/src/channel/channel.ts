import type { PlanData } from '@playhouse/domain/plan'
import type { Framing } from '@playhouse/seatmap'
import type { Setting } from '#setting'

/** Commands of the workbench to the stage. */
export type StageCommand =
  /** The whole setting each time: the stage compares it with the last one. */
  | { readonly kind: 'show'; readonly setting: Setting }
  /** The hall of the setting that follows. It is sent once, so that moving a slider does not copy a stadium. */
  | { readonly kind: 'plan'; readonly plan: PlanData }
  /** Fly to these seats and ring them; none clears the rings. */
  | { readonly kind: 'ring'; readonly seats: readonly number[] }
  | { readonly kind: 'camera'; readonly move: 'in' | 'out' | 'fit' }
  /** Take a screenshot of the map. */
  | { readonly kind: 'picture' }
  /** Fly over the hall for a moment and measure frames. */
  | { readonly kind: 'measure' }

/** Result of a measuring flight: frames drawn, milliseconds of script in each. */
export type Measurement = {
  readonly frames: number
  readonly seconds: number
  readonly medianScript: number
  readonly worstScript: number
}

/** Events of the stage to the workbench. */
export type StageEvent =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly painter: 'webgl' | 'canvas' | 'none'; readonly ratio: number }
  | { readonly kind: 'framing'; readonly framing: Framing; readonly percent: number }
  | { readonly kind: 'chosen'; readonly seats: readonly string[] }
  /** A text that a screen reader would announce. */
  | { readonly kind: 'heard'; readonly by: 'focus' | 'status' | 'alert'; readonly text: string }
  | { readonly kind: 'picture'; readonly picture: Blob | undefined }
  | { readonly kind: 'measured'; readonly measurement: Measurement }
  | { readonly kind: 'failed'; readonly reason: string }
  /** A file that was dropped on the stage: the workbench opens it. */
  | { readonly kind: 'dropped'; readonly file: File }
  /** A key of the workbench that was pressed on the stage, by its code. */
  | { readonly kind: 'key'; readonly code: string }

/** One end of the channel between workbench and stage. */
export type Channel<Out, In> = { readonly send: (message: Out) => void; readonly listen: (handler: (message: In) => void) => () => void }

/** The workbench's end: the page in the frame. */
export const connectToStage = (frame: () => Window | null): Channel<StageCommand, StageEvent> => connectTo(frame)
/** The stage's end. Alone in a tab it neither sends nor receives. */
export const connectToWorkbench = (): Channel<StageEvent, StageCommand> => connectTo(() => (parent === self ? null : parent))

/** Messages from other windows and other sites are ignored. */
function connectTo<Out, In>(other: () => Window | null): Channel<Out, In> {
  // `file:` pages have no origin to compare, so only the window is checked.
  const [expectedOrigin, targetOrigin] = location.protocol === 'file:' ? ['null', '*'] : [location.origin, location.origin]
  return {
    send: (message) => other()?.postMessage(message, targetOrigin),
    listen: (handler) => {
      const onMessage = ({ source, origin, data }: MessageEvent<In>): void => {
        if (source !== null && source === other() && origin === expectedOrigin) handler(data)
      }
      addEventListener('message', onMessage)
      return () => removeEventListener('message', onMessage)
    },
  }
}
