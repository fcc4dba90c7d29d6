"""Fault injection: what production may do to an application, on demand and repeatable."""

from emulator.faults.injector import Faults
from emulator.faults.plan import FaultPlan, FaultPlanError, parse_plan

__all__ = ["FaultPlan", "FaultPlanError", "Faults", "parse_plan"]
