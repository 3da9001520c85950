/** A thread that tries numbers. A file of its own, because our policy lets no script in that is made at run time. */
import 'altcha-lib/v1/worker';
