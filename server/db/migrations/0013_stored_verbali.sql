CREATE TABLE "inspection_pdfs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "inspection_pdfs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"inspection_id" integer NOT NULL,
	"rev" integer NOT NULL,
	"completed_at" timestamp (3) with time zone NOT NULL,
	"file_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"superseded_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "inspection_pdfs" ADD CONSTRAINT "inspection_pdfs_inspection_id_inspections_id_fk" FOREIGN KEY ("inspection_id") REFERENCES "public"."inspections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "inspection_pdfs_in_force" ON "inspection_pdfs" USING btree ("inspection_id") WHERE "inspection_pdfs"."superseded_at" is null;--> statement-breakpoint
CREATE INDEX "inspection_pdfs_inspection" ON "inspection_pdfs" USING btree ("inspection_id");--> statement-breakpoint
CREATE TRIGGER "tell_data" AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON "inspection_pdfs" FOR EACH STATEMENT EXECUTE FUNCTION "tell_change"('data');