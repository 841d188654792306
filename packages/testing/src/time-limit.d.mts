export declare const usualWait: number
export declare const longestWait: number
export declare function readTimeScale(value: string | undefined): number
export declare function timeLimit(milliseconds: number): number
