/** The build that reads JPEG and HEIC, two thirds the size of the package's main file. */
declare module 'exifr/dist/lite.esm.mjs' {
  export { default } from 'exifr'
}
