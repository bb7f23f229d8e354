/// <reference types="vite/client" />
/** Changes with every build. */
declare const __VERSION__: string
