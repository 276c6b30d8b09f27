"""A campaign as a JUnit report: a suite a game, a case a property, as build servers read them.

A property that broke is a failure with its finding; one that never had anything to say was skipped,
and so was a statement that was not met but is not owed by so few games.  Games lost and endless
play are failures of cases of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as Xml

from properties.report import Finding, Report

CONTROL = {code: None for code in range(32) if chr(code) not in "\t\n\r"}


def junit(reports: Sequence[Report]) -> str:
    """The XML text of these campaigns."""
    root = Xml.Element("testsuites", name="ruleproof fuzz")
    for report in reports:
        _suite(root, report)
    Xml.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + Xml.tostring(root, "unicode") + "\n"


def _suite(root: Xml.Element, report: Report) -> None:
    suite = Xml.SubElement(root, "testsuite", name=f"fuzz {report.game}")
    broken = {one.signature.label: one for one in _all(report.findings)}
    apart = {*broken, *report.vacuous, *(witness.label for witness in report.witnesses)}
    for label in report.result.evaluations:
        if label not in apart:
            _case(suite, report, label)
    for label in report.vacuous:
        case = _case(suite, report, label)
        Xml.SubElement(case, "skipped", message="never had anything to say")
    for finding in _all(report.findings):
        _failed(_case(suite, report, finding.signature.text), finding.message, finding.text())
    for label in report.idle:
        _failed(_case(suite, report, f"idle {label}"), "judged nothing in a long campaign", "")
    for witness in report.witnesses:
        case = _case(suite, report, witness.label)
        if witness.missed:
            _failed(case, witness.text(), witness.statement)
        elif not witness.met:
            Xml.SubElement(case, "skipped", message=witness.text())
    for lost, again in zip(report.lost, report.lost_again, strict=True):
        _failed(_case(suite, report, f"game {lost.index}"), lost.detail, f"again: {again}")
    if report.endless:
        _failed(_case(suite, report, "games end"), f"{report.unfinished} were unfinished", "")
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(len(suite.findall("*/failure"))))
    suite.set("skipped", str(len(suite.findall("*/skipped"))))
    suite.set("errors", "0")
    suite.set("time", f"{report.elapsed:.3f}")


def _all(findings: Sequence[Finding]) -> list[Finding]:
    """Findings and their kin."""
    return [one for head in findings for one in (head, *head.others)]


def _case(suite: Xml.Element, report: Report, name: str) -> Xml.Element:
    return Xml.SubElement(suite, "testcase", classname=f"fuzz.{report.game}", name=_text(name))


def _failed(case: Xml.Element, message: str, text: str) -> None:
    Xml.SubElement(case, "failure", message=_text(message)).text = _text(text)


def _text(text: str) -> str:
    """Without what XML cannot hold."""
    return text.translate(CONTROL)
