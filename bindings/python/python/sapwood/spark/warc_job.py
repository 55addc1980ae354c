"""The job over WARC files as a program for ``spark-submit``.

    spark-submit --master spark://… …/sapwood/spark/warc_job.py --input warc.paths --output DIR

``python -m sapwood.spark.warc_job`` runs the same with the PySpark of the environment. ``--help`` lists the options;
`sapwood.spark` says what the output folder holds.
"""

import sys

from sapwood.spark._job import main

if __name__ == "__main__":
    sys.exit(main())
