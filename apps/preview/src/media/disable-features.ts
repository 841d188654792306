/** Disables WebGL in this page, as on an old device or with a blocklisted driver. */
export function disableWebgl(): void {
  const own = HTMLCanvasElement.prototype.getContext
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
    return kind.includes('webgl') ? null : Reflect.apply(own, this, [kind, ...rest])
  } as typeof own
}

/** Makes this page believe that it is offline. */
export function setOffline(): void {
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
}
