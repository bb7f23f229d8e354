ALTER TABLE "inspection_files" ADD COLUMN "removed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "inspection_files" ADD COLUMN "taken_at" text;--> statement-breakpoint
ALTER TABLE "inspection_files" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "inspection_files" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "inspection_models" ADD COLUMN "photos" jsonb;