ALTER TABLE "inspection_files" ADD COLUMN "sent_sha256" text;--> statement-breakpoint
ALTER TABLE "inspection_files" ADD COLUMN "readable" boolean DEFAULT true NOT NULL;