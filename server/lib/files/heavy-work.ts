import { workQueue } from '../core/work-queue.ts'

/** The most pixels of a picture: what a phone of 50 megapixels takes; a larger one may be a few kilobytes that open to a gigabyte. */
export const MAX_PIXELS = 50 * 1024 * 1024

/**
 * The one gate for reading pictures, spreadsheets and PDFs of others, each of which takes a core and up to hundreds of megabytes. Two at once; each that waits holds
 * its upload. Lanes are people, served by turns.
 */
export const heavyWork = workQueue(2, 20, 60)
